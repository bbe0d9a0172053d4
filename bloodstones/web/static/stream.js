// A shared worker: one stream of events for all tabs of a browser (see live.js).
const RETRY = 2000; // milliseconds after which a stream that was refused is asked for again
const GATHER = 50; // milliseconds in which tabs that open or close count as one change
const watched = new Map(); // port -> what its tab watches
const last = new Map(); // what is watched -> the last news of it
let source = null;
let streamed = "";
let waiting = 0;

const wanted = () => [...new Set([...watched.values()].flatMap((names) => [...names]))].sort();

function tell(news) {
  for (const [port, names] of watched) if (names.has(news.on)) port.postMessage(news);
}

function lost() {
  for (const port of watched.keys()) port.postMessage({ lost: true });
}

function open() {
  waiting = 0;
  const names = wanted();
  const address = names.map((name) => `on=${encodeURIComponent(name)}`).join("&");
  if (address === streamed && source && source.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = null;
  streamed = address;
  for (const name of last.keys()) if (!names.includes(name)) last.delete(name);
  if (!names.length) return;
  source = new EventSource(`/events?${address}`);
  source.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    last.set(news.on, news);
    tell(news);
  });
  source.addEventListener("error", () => {
    if (source?.readyState !== EventSource.CLOSED) return; // the browser connects again by itself
    lost();
    later(RETRY);
  });
}

function later(pause) {
  if (!waiting) waiting = setTimeout(open, pause);
}

self.addEventListener("connect", (event) => {
  const [port] = event.ports;
  if (typeof EventSource === "undefined") {
    port.postMessage({ unable: true });
    return;
  }
  watched.set(port, new Set());
  port.addEventListener("message", ({ data }) => {
    if (data.watch) {
      watched.get(port)?.add(data.watch);
      if (last.has(data.watch)) port.postMessage(last.get(data.watch));
    } else if (data.leave) watched.get(port)?.delete(data.leave);
    else if (data.bye) watched.delete(port);
    later(GATHER);
  });
  port.start();
});
