// What changes, told as it comes: one stream for all tabs of a browser, in a shared worker. Where there
// is none, a tab has a stream of its own while it is seen. Without a stream it asks now and then.
const POLL = 5000; // milliseconds
const watchers = new Map(); // what is watched -> { told, lost }
let port = null;
let source = null;
let polling = 0;

function hear(news) {
  if (news.unable) return alone();
  if (news.lost) return poll();
  clearInterval(polling);
  polling = 0;
  if (news.data !== undefined) watchers.get(news.on)?.told(news.data);
}

function poll() {
  polling ||= setInterval(() => {
    if (!document.hidden) for (const { lost } of watchers.values()) lost();
  }, POLL);
}

function alone() {
  port = null;
  document.addEventListener("visibilitychange", open);
  open();
}

function open() {
  source?.close();
  source = null;
  if (document.hidden || !watchers.size) return;
  const names = [...watchers.keys()].map((name) => `on=${encodeURIComponent(name)}`);
  source = new EventSource(`/events?${names.join("&")}`);
  source.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  source.addEventListener("error", () => { if (source?.readyState === EventSource.CLOSED) poll(); });
}

function connect() {
  try {
    const worker = new SharedWorker("/static/stream.js", { name: "bloodstones" });
    worker.addEventListener("error", alone);
    port = worker.port;
    port.addEventListener("message", (event) => hear(event.data));
    port.start();
    for (const name of watchers.keys()) port.postMessage({ watch: name });
  } catch {
    alone();
  }
}

// Calls `told(data)` with the news of something, and `lost()` now and then while no stream is to be had.
// Returns what ends it.
export function watch(name, told, lost) {
  const first = !watchers.size;
  watchers.set(name, { told, lost });
  if (first && !port && !source) connect();
  else if (port) port.postMessage({ watch: name });
  else open();
  return () => {
    watchers.delete(name);
    if (port) port.postMessage({ leave: name });
    else open();
  };
}

addEventListener("pagehide", () => {
  port?.postMessage({ bye: true });
  port = null;
  source?.close();
  source = null;
});
addEventListener("pageshow", (event) => { if (event.persisted && watchers.size) connect(); });
