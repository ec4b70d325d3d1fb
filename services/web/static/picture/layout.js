// One moment as one picture: what is told and who has how many points, the board, and everybody's mine.
//
// As wide and high as pages that show a link want it; everything has its place, whatever the game.

import { COMMON, lines, MINE, put } from "../boards/kit/arrange.js";
import { actorOf } from "../boards/kit/whole.js";
import { svg } from "../boards/kit/tree.js";
import { shown } from "../names.js";
import { number } from "../numbers.js";
import { headerLine } from "./header.js";
import { fitted } from "./letters.js";

export const PICTURE = { wide: 1600, high: 840 };
const EDGE = 12;
const GAP = 8;
const TOLD = { x: 20, wide: 312 };
const BOARD = { x: 344, wide: 656 };
const MINES = { x: BOARD.x + BOARD.wide + GAP, wide: PICTURE.wide - EDGE - BOARD.x - BOARD.wide - GAP };
const HIGH = PICTURE.high - 2 * EDGE;
const HEADER = 32;
const LARGE = 346;
const ROW = 36;

const ground = ({ x, wide }, y, high, className) => svg("rect", { class: className, x, y, width: wide, height: high, rx: 10 });

// Large as long as there is room for it: of two players both, of more the one who acts.
const heights = (view, actor) => {
  const { length } = view.players;
  if (length === 2) return view.players.map(() => ({ size: "large", high: (HIGH - GAP) / 2 }));
  const small = (HIGH - LARGE - GAP * (length - 1)) / (length - 1);
  return view.players.map(({ seat }) => (seat === actor ? { size: "large", high: LARGE } : { size: "small", high: small }));
};

const mine = (article, size, y, high) => {
  const [header, drawing] = article.children;
  const room = { wide: MINES.wide - 24, high: high - HEADER - 10 };
  const scale = Math.min(room.wide / MINE[size].wide, room.high / MINE[size].high);
  return svg("g", { class: article.attributes.class },
    ground(MINES, y, high, "mine-ground"),
    svg("rect", { class: "whose-color", x: MINES.x, y, width: 8, height: high, rx: 4 }),
    headerLine(header, { x: MINES.x + 16, y: y + 19, wide: MINES.wide - 28 }),
    put(drawing, MINES.x + 16, y + HEADER, MINE[size].wide * scale, MINE[size].high * scale));
};

const mines = (board, pen, before) => {
  const { view } = pen;
  const actor = actorOf(view, before, view.awaited[0] ?? 0);
  const places = heights(view, actor);
  const order = view.players.map(({ seat }) => seat);
  if (order.length > 2) order.sort((one, other) => (other === actor) - (one === actor) || one - other);
  let y = EDGE;
  return order.map((seat) => {
    const { size, high } = places[seat];
    const top = y;
    y += high + GAP;
    return mine(board.mine(pen, seat, size), size, top, high);
  });
};

const table = (board, pen) => svg("g", { class: "table" },
  ground(BOARD, EDGE, HIGH, "town"),
  put(board.common(pen), BOARD.x + 8, EDGE + 8, COMMON.wide, COMMON.high));

const paragraph = (text, y, size, most, className) => {
  const found = lines(text, TOLD.wide * 1.05, size, most);
  return {
    drawn: svg("text", { class: `start ${className}`, x: TOLD.x, y, "font-size": size },
      found.map((line, at) => svg("tspan", { x: TOLD.x, dy: at ? size * 1.3 : 0 }, line))),
    end: y + found.length * size * 1.3,
  };
};

const standings = ({ view }) => view.players.map(({ seat, name, points }, at) => {
  const y = PICTURE.high - EDGE - 16 - (view.players.length - 1 - at) * ROW;
  const told = number(points);
  return svg("g", { class: `seat-${seat}` },
    svg("rect", { class: "swatch", x: TOLD.x, y: y - 20, width: 8, height: 28, rx: 3 }),
    svg("text", { class: "start standing", x: TOLD.x + 18, y, "font-size": 20 }, fitted(shown(name), TOLD.wide - 80, 20)),
    svg("text", { class: "end strong", x: TOLD.x + TOLD.wide, y, "font-size": 22 }, told));
});

const phaseOf = (game, view, say) => {
  if (view.phase === "finished") return say("when.over");
  return view.period ? say(`when.${game}`, view) : say("when.setup");
};

const told = (pen, game, { at, sentence }) => {
  const title = paragraph(pen.plain(`game.${game}`), 78, 30, 3, "strong");
  const when = paragraph(`${phaseOf(game, pen.view, pen.plain)} · ${at}`, title.end + 2, 17, 1, "quiet");
  const room = PICTURE.high - EDGE - 50 - pen.view.players.length * ROW - when.end;
  return svg("g", { class: "told" },
    svg("text", { class: "start quiet", x: TOLD.x, y: 38, "font-size": 17 }, "Schichtbuch"),
    title.drawn, when.drawn, paragraph(sentence, when.end + 24, 22, Math.floor(room / 28.6), "sentence").drawn, standings(pen));
};

// `context` as for any board; `moment` is {at, sentence}.
export const layout = (board, game, view, context, moment) => {
  const pen = board.pen(view, context);
  const { wide, high } = PICTURE;
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: wide, height: high, viewBox: `0 0 ${wide} ${high}` },
    svg("title", {}, `${view.players.map(({ name }) => shown(name)).join(", ")} · ${pen.plain(`game.${game}`)}`),
    svg("desc", {}, moment.sentence),
    svg("rect", { class: "page", width: wide, height: high }),
    svg("g", { class: `picture mine-board ${game}` }, told(pen, game, moment), table(board, pen), mines(board, pen, context.before)));
};
