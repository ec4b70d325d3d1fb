// The points of a game as a line per seat, from the start to the last settlement.

import { svg } from "../dom.js";

const [WIDTH, HEIGHT, EDGE] = [120, 30, 2];

export const spark = (course) => {
  const rows = [course[0].map(() => 0), ...course];
  const all = rows.flat();
  const [least, most] = [Math.min(...all), Math.max(...all, 1)];
  const x = (at) => EDGE + at * (WIDTH - 2 * EDGE) / (rows.length - 1);
  const y = (points) => HEIGHT - EDGE - (points - least) * (HEIGHT - 2 * EDGE) / (most - least);
  return svg("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    course[0].map((_, seat) => svg("polyline", {
      class: `seat-${seat}`, points: rows.map((points, at) => `${x(at).toFixed(1)},${y(points[seat]).toFixed(1)}`).join(" "),
    })));
};
