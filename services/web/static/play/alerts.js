// It is your turn: said by the title of the tab, a sound or a notification, for who wants it.

import { make } from "../dom.js";
import { keep, recall } from "../memory.js";
import { say } from "../words.js";

const TONES = [523, 659]; // hertz
const LENGTH = 0.18; // seconds

// Browsers let a page be heard only after somebody has touched it.
let speaker;
const sound = () => {
  speaker ??= new AudioContext();
  speaker.resume();
  TONES.forEach((tone, at) => {
    const [voice, volume] = [speaker.createOscillator(), speaker.createGain()];
    const start = speaker.currentTime + at * LENGTH;
    voice.frequency.value = tone;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    voice.connect(volume).connect(speaker.destination);
    voice.start(start);
    voice.stop(start + LENGTH);
  });
};

const wanted = (name) => recall(`alert.${name}`) === "on";

export class Alerts {
  // `onSay(text)` tells why something cannot be had.
  constructor(onSay) {
    Object.assign(this, { onSay, mine: false, name: document.title });
    this.element = make("fieldset", { class: "alerts" }, make("legend", {}, say("play.alerts")),
      this.choice("title", () => this.entitle()), this.choice("sound", () => sound()), this.choice("notice", () => this.permit()));
  }

  choice(name, onTry) {
    const box = make("input", { type: "checkbox", checked: wanted(name), onchange: async () => {
      keep(`alert.${name}`, box.checked ? "on" : "");
      if (box.checked || name === "title") await onTry();
    } });
    this[name] = box;
    return make("label", {}, box, " ", say(`play.alert_${name}`));
  }

  async permit() {
    const answer = await globalThis.Notification?.requestPermission();
    if (answer === "granted") return;
    this.notice.checked = false;
    keep("alert.notice", "");
    this.onSay(say("play.no_notices"));
  }

  // Told of every change; only the begin of a turn is worth a sound.
  turn(isMine) {
    const begins = isMine && !this.mine;
    this.mine = isMine;
    this.entitle();
    if (begins) this.call();
  }

  entitle() {
    document.title = this.mine && wanted("title") ? `● ${say("play.your_turn")} · ${this.name}` : this.name;
  }

  call() {
    if (wanted("sound")) sound();
    if (wanted("notice") && document.hidden && globalThis.Notification?.permission === "granted") this.notify();
  }

  notify() {
    try {
      new Notification(say("play.your_turn"), { body: this.name, tag: location.pathname });
    } catch {
      // Some phones show those of installed pages only.
    }
  }
}
