// A player's turn without its picture: what may be done, the draft, and the one way it is sent.
//
// Nothing here knows a rule: the service offers choices, and every draft grows by one of them.

import { API, askJson, pause } from "../api.js";
import { troubleText } from "../trouble.js";
import { language, say } from "../words.js";
import { Draft } from "./draft.js";
import { ruleOf } from "./rule.js";
import { refused } from "./secrets.js";

const RETRY = 1500; // milliseconds before a server that is gone is asked again

// Whether the move got through is not known: the same key finds out.
const isUnsure = ({ code, status }) => code === "server_gone" || status === 429 || status >= 500;

export class Turn {
  // `onChange()` draws; `onSay(text, rule)` tells a sentence.
  constructor(gameId, { seat, token }, { onChange, onSay }) {
    Object.assign(this, { gameId, seat, token, onChange, onSay });
    this.draft = new Draft(`${gameId}.${seat}`);
    Object.assign(this, { version: 0, choices: [], headings: {}, touched: [], waiting: 0, lost: false, hasChoices: false });
    this.offers = new Map(); // what was offered after so many parts
    this.queue = Promise.resolve();
  }

  get path() {
    return `${API}/games/${encodeURIComponent(this.gameId)}`;
  }

  ask(path, options = {}) {
    return askJson(this.path + path, { token: this.token, language, ...options });
  }

  send(path, body, headers = {}) {
    return this.ask(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
  }

  offered(draft) {
    const path = `/choices?lang=${language}&effects=1`;
    return draft ? this.send(path, draft) : this.ask(path);
  }

  // Whether there is anything to do now.
  get isMine() {
    return Boolean(this.choices.length || this.draft.parts.length || this.draft.sending);
  }

  // Those that touch everything that was touched so far.
  get shown() {
    return this.choices.filter(({ touches = [] }) => this.touched.every((name) => touches.includes(name)));
  }

  // One thing after the other, so that an answer never meets a draft it does not belong to.
  inTurn(doing) {
    this.waiting += 1;
    this.onChange();
    this.queue = this.queue.then(doing).catch((error) => this.failed(error))
      .finally(() => {
        this.waiting -= 1;
        this.onChange();
      });
    return this.queue;
  }

  get busy() {
    return this.waiting > 0;
  }

  // A secret that was made anew elsewhere opens this seat no more: then one watches, and is told why.
  failed(error) {
    if (error.code === "token_unknown") return refused(error, this.gameId, { seat: this.seat });
    return this.onSay(troubleText(error), ruleOf(error.facts));
  }

  // Who asks while somebody waits for the answer gets the same one.
  refresh() {
    if (this.renewing) return this.queue;
    this.renewing = true;
    return this.inTurn(() => {
      this.renewing = false;
      return this.draft.sending ? this.deliver() : this.renew();
    });
  }

  async renew() {
    const offer = await this.persist(() => this.offered());
    this.offers = new Map([[0, offer]]);
    if (this.draft.parts.length) await this.resume(offer);
    else await this.offer(offer);
    this.hasChoices = true;
  }

  // Asks until there is an answer: who waits is told.
  async persist(question) {
    for (;;) {
      try {
        const answer = await question();
        if (this.lost) this.onSay(say("play.back"));
        this.lost = false;
        return answer;
      } catch (error) {
        if (!isUnsure(error)) throw error;
        if (!this.lost) this.onSay(say("play.lost"));
        this.lost = true;
        await pause(error.facts?.retry ? error.facts.retry * 1000 : RETRY);
      }
    }
  }

  // A draft of before: still possible, or put away with the reason.
  async resume(offer) {
    if (!offer.choices.length) return this.putAway(offer, say("play.went_on"));
    const moved = offer.version !== this.draft.version;
    try {
      const next = await this.persist(() => this.offered(this.draft.last.action));
      this.draft.version = offer.version;
      this.draft.keep();
      this.offers.set(this.draft.parts.length, next);
      if (moved || !this.hasChoices) this.onSay(say(moved ? "play.still_possible" : "play.resumed"));
      return this.offer(next);
    } catch (error) {
      return this.putAway(offer, say("play.put_away", { why: troubleText(error) }));
    }
  }

  putAway(offer, told) {
    this.draft.clear();
    this.onSay(told);
    return this.offer(offer);
  }

  // What may come next; where there is one way only, nobody need choose it.
  async offer({ version, choices, headings }) {
    this.version = version;
    this.choices = choices;
    this.headings = { ...this.headings, ...headings };
    this.touched = [];
    const [only, ...others] = choices;
    if (only && !others.length && !this.draft.isComplete) await this.grow(only, true);
  }

  async grow(choice, forced = false) {
    this.draft.grow(choice, this.version, forced);
    const next = await this.persist(() => this.offered(choice.action)).catch((error) => this.unforeseen(choice, error));
    this.offers.set(this.draft.parts.length, next);
    await this.offer(next);
  }

  // Answers to the table are no drafts; what cannot grow can be played all the same.
  unforeseen({ open }, error) {
    if (open) throw error;
    return { version: this.version, choices: [], headings: {} };
  }

  // How the board would look then, as far as the service can know.
  get foreseen() {
    return this.draft.parts.length ? this.offers.get(this.draft.parts.length)?.view : null;
  }

  take(choice) {
    if (this.busy) return null;
    this.onSay("");
    return this.inTurn(() => this.grow(choice));
  }

  // A place on the board: narrows down to the choices that touch it, or takes the only one.
  touch(name) {
    if (this.busy) return null;
    this.touched = this.touched.includes(name) ? this.touched.filter((one) => one !== name) : [...this.touched, name];
    const [only, ...others] = this.shown;
    if (only && !others.length) return this.take(only);
    return this.onChange();
  }

  // Which rule says no; nothing is played.
  why(action) {
    return this.inTurn(async () => {
      const { refusal } = await this.send(`/choices?lang=${language}&why=1`, action);
      this.onSay(refusal?.detail ?? say("play.nothing_there"), ruleOf(refusal));
    });
  }

  // What the greedy bot would do, in a game that was set up for learners.
  hint() {
    if (this.busy) return null;
    return this.inTurn(async () => {
      const { effects, why } = await this.ask(`/hint?lang=${language}`);
      this.onSay([why, ...effects].filter(Boolean).join(" ") || say("play.no_hint"));
    });
  }

  untouch() {
    this.touched = [];
    this.onChange();
  }

  back() {
    if (this.busy || !this.draft.parts.length) return null;
    this.draft.shrink();
    return this.inTurn(() => this.offerAgain());
  }

  restart() {
    if (this.busy) return null;
    this.draft.clear();
    return this.inTurn(() => this.offerAgain());
  }

  async offerAgain() {
    const { length } = this.draft.parts;
    const offer = this.offers.get(length) ?? await this.persist(() => this.offered(this.draft.last?.action));
    this.offers.set(length, offer);
    await this.offer(offer);
  }

  play() {
    if (this.busy || !this.draft.isComplete) return null;
    this.onSay("");
    this.draft.begin(this.version);
    return this.inTurn(() => this.deliver());
  }

  // The same key as often as it takes: it is played once.
  async deliver() {
    const { key, action, version } = this.draft.sending;
    try {
      await this.persist(() => this.send("/actions", action, { "Idempotency-Key": key, "If-Match": `"${version}"` }));
      this.draft.clear();
      Object.assign(this, { choices: [], touched: [] });
    } catch (error) {
      this.draft.stop();
      if (error.code !== "stale_version") this.onSay(troubleText(error), ruleOf(error.facts));
    }
    await this.renew();
  }
}
