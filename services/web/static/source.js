// Where the moments of this page come from: a game of this server, or a file that somebody sent.

import { API } from "./api.js";

const { page, subject } = document.body.dataset;
const id = encodeURIComponent(subject);

export const source = page === "watch"
  ? { uploaded: true, api: `${API}/audits/${id}`, summary: `${API}/audits/${id}/game`, page: `/audits/${id}`, audit: `/audits/${id}` }
  : { uploaded: false, api: `${API}/games/${id}`, summary: `${API}/games/${id}`, page: `/games/${id}`, audit: `/games/${id}/audit` };
