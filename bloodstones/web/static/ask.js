// Asks the lab as a script does; what compiles is waited for, and said.
import { untilReady } from "./preparing.js";

// Returns the answer to a request; `tell(words)` is called with what is waited for, then with "".
// Throws an error with the sentence of the lab, and with `status`.
export async function ask(place, body, tell = () => {}) {
  const sent = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return answered(place, sent, tell);
}

export async function answered(place, sent, tell = () => {}) {
  for (;;) {
    const answer = await fetch(place, sent);
    const content = await answer.json();
    if (content.preparing) {
      await untilReady(content.preparing.place, tell);
      tell("");
      continue;
    }
    if (answer.ok) return content;
    const error = new Error(content.tip ? `${content.fault}\nTip: ${content.tip}` : content.fault);
    error.status = answer.status;
    throw error;
  }
}
