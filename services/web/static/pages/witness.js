// A phone as a witness: it keeps the head of the log that it saw last, and shouts if the next one does not extend it.

import { make, replace } from "../dom.js";
import { alarm, forget, look } from "../tlog/watching.js";
import { parse } from "../tlog/checkpoint.js";
import { moment, say } from "../words.js";
import { troubleText } from "../trouble.js";
import "../tlog/words.js";

const download = (name, text) => {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

const said = ({ verdict, wrong, head, known }) => {
  if (wrong) return say(`witness.${wrong}`);
  if (!known) return say("witness.first", { n: head.size });
  const before = parse(known.note).size;
  if (before === head.size) return say("witness.same", { n: head.size });
  return say(`witness.${verdict}`, { before, n: head.size });
};

const facts = ({ head, known, signed }) => make("dl", { class: "facts" }, [
  [say("witness.log"), head.origin],
  [say("witness.leaves"), String(head.size)],
  [say("witness.root"), head.text.split("\n")[2]],
  [say("witness.signature"), say(`witness.signature.${signed}`)],
  [say("witness.cosigned"), String(head.signatures.length - 1)],
  ...(known ? [[say("witness.since"), moment(known.since)], [say("witness.last"), moment(known.at)]] : []),
].map(([what, value]) => [make("dt", {}, what), make("dd", {}, value)]));

const evidence = (again) => {
  const kept = alarm();
  if (!kept) return null;
  const text = `${kept.at} ${kept.wrong}\n\n${kept.before}\n\n${kept.after}`;
  return make("section", { class: "evidence" },
    make("h2", {}, say("witness.evidence")), make("p", {}, say("witness.evidence.why", { at: moment(kept.at) })),
    make("pre", { tabindex: "0" }, text),
    make("div", { class: "row" },
      make("button", { type: "button", class: "main", onclick: () => download("evidence.txt", text) }, say("witness.save")),
      make("button", { type: "button", onclick: () => {
        if (!confirm(say("witness.forget.sure"))) return;
        forget();
        again();
      } }, say("witness.forget"))));
};

export const show = async (main) => {
  document.title = `${say("footer.witness")} · Schichtbuch`;
  const verdict = make("p", { class: "summary", role: "status" });
  const details = make("div");
  const button = make("button", { type: "button", class: "main" }, say("witness.again"));
  const again = async () => {
    button.disabled = true;
    try {
      const found = await look();
      verdict.className = `summary ${found.verdict}`;
      verdict.setAttribute("role", found.verdict === "broken" ? "alert" : "status");
      replace(verdict, said(found));
      replace(details, facts(found), found.kept === false && make("p", {}, say("witness.forgetful")), evidence(again));
    } catch (error) {
      if (!error.code) console.error(error);
      verdict.className = "summary unknown";
      replace(verdict, error.status === 404 ? say("witness.empty") : troubleText(error));
      replace(details, evidence(again));
    }
    button.disabled = false;
  };
  button.addEventListener("click", again);
  replace(main, make("article", { class: "audit" },
    make("h1", {}, say("footer.witness")), make("p", {}, say("witness.lead")),
    verdict, make("p", {}, button), details, make("p", { class: "means" }, say("witness.limits"))));
  await again();
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !button.disabled) again(); });
};
