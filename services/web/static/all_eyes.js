// All-seeing, once a game is over: what all seats together see, in one request.

import { Frames } from "./frames.js";

export class AllEyes extends Frames {
  path(from, to) {
    return `${super.path(from, to)}&all=true`;
  }
}
