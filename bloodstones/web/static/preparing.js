// What the rules of a game still need until they are compiled; goes on when they are ready.
export const PAUSE = 1000; // milliseconds between looks

function span(seconds) {
  const whole = Math.max(5, 5 * Math.round(seconds / 5));
  if (whole < 60) return `${whole} s`;
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  return rest ? `${minutes} min ${rest} s` : `${minutes} min`;
}

// What a page says of a game that is not ready.
export function said(standing) {
  if (standing.fault) return `The rules of ${standing.title} could not be compiled: ${standing.fault}`;
  const what = `The lab is compiling the rules of ${standing.title}, once for this version`;
  if (standing.waits) return `${what}. Another game is compiled first; about ${span(standing.left)} left in total.`;
  if (standing.left === null) return `${what}.`;
  return standing.left > 0 ? `${what}: about ${span(standing.left)} left.` : `${what}. This is taking longer than usual.`;
}

// Waits until a game is ready; `tell(words, standing)` is called with what is left. Throws if it failed.
export async function untilReady(place, tell) {
  for (;;) {
    const answer = await fetch(place);
    const standing = await answer.json();
    if (standing.ready || (standing.left === null && !standing.fault)) return; // or nothing compiles any more
    tell(said(standing), standing);
    if (standing.fault) throw new Error(said(standing));
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

for (const line of document.querySelectorAll(".compiling")) {
  untilReady(line.dataset.place, (words) => { line.textContent = words; }).then(() => line.remove(), () => {});
}

const shown = document.getElementById("preparing");
if (shown?.dataset.place) {
  const bar = document.getElementById("done");
  let most = 0;
  const tell = (words, standing) => {
    shown.textContent = words;
    most = Math.max(most, standing.left ?? 0);
    if (standing.left > 0) bar.value = 1 - standing.left / most;
    else bar.removeAttribute("value");
    bar.hidden = Boolean(standing.fault);
  };
  untilReady(shown.dataset.place, tell).then(() => {
    const form = document.getElementById("again");
    if (form) form.submit();
    else location.reload();
  }, () => {});
}
