import { Hono } from 'hono';
import { html, raw } from 'hono/html';

/** A full hall for trying the door, and the network between phones and site. */
export interface EventDay {
  /** Starts filling the hall; `state` has the progress. */
  start(): void;
  setCut(isCut: boolean): void;
  state(): EventDayState;
}

export interface EventDayState {
  /** 0 until the seats that are left are counted. */
  readonly orders: number;
  readonly placed: number;
  readonly isFilling: boolean;
  readonly failure: string | null;
  /** For a phone's camera, and for a browser on this machine. */
  readonly invitation: { readonly url: string; readonly qrSvg: string } | null;
  readonly isCut: boolean;
}

/** The buttons of the control page. */
export function eventDayRoutes(eventDay: () => EventDay | null): Hono {
  const routes = new Hono();
  routes.post('/', (c) => {
    eventDay()?.start();
    return c.redirect('/#event-day', 303);
  });
  routes.post('/network', async (c) => {
    const { cut } = await c.req.parseBody();
    eventDay()?.setCut(cut === 'yes');
    return c.redirect('/#event-day', 303);
  });
  return routes;
}

export function eventDayCard({ orders, placed, isFilling, failure, invitation, isCut }: EventDayState) {
  const again = failure ? html`<p class="error">${failure}</p>` : null;
  return html`<section class="card" id="event-day" aria-labelledby="event-day-title">
<h2 id="event-day-title">Event day with 300 people</h2>
<p class="quiet">Buys every remaining seat, leaves half of each team unnamed, refunds two orders and replaces one ticket. Then it invites door phones.</p>
${again}
${
  isFilling
    ? html`<p class="big">${orders > 0 ? `${placed} of ${orders} orders bought…` : 'Counting the seats that are left…'}</p><p><a href="/#event-day">Refresh</a></p>`
    : html`<form method="post" action="/event-day" class="row"><button>Fill the hall</button></form>`
}
${
  invitation &&
  html`<p><a href="${invitation.url}">Join as a door phone</a>: open it in several browser profiles; each counts as a phone.</p>
<div class="code">${raw(invitation.qrSvg)}</div>
<form method="post" action="/event-day/network" class="row"><button name="cut" value="${isCut ? 'no' : 'yes'}" aria-pressed="${String(isCut)}">${
    isCut ? 'Reconnect the phones' : 'Disconnect the phones'
  }</button></form>`
}
</section>`;
}
