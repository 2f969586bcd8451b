import { escapeHtml } from './letters'
import type { Mail } from './outbox'

/** Renders the outbox as a page, newest first. */
export function listPage(mails: readonly Mail[]): string {
  const rows = mails.map(
    (mail) => `<li><a href="/dev/mail/${mail.id}">
  <span class="subject">${escapeHtml(mail.subject)}</span>
  <span class="to">${escapeHtml(mail.to)}</span>
  ${time(mail.createdAt)}
</a></li>`,
  )
  const list = `<ol class="mails">\n${rows.join('\n')}\n</ol>`
  const empty = '<p class="empty">No mail yet. Request a password reset to see one here.</p>'
  return page(
    'Mail',
    `<h1>Mail</h1>
<p class="about">No mail server is set, so emails are shown here. Set <code>SMTP_URL</code> to send them.</p>
${mails.length > 0 ? list : empty}`,
  )
}

/** Renders one mail as a page. */
export function mailPage({ subject, to, createdAt, html }: Mail): string {
  return page(
    subject,
    `<nav><a href="/dev/mail">All mail</a></nav>
<h1>${escapeHtml(subject)}</h1>
<p class="about">To ${escapeHtml(to)}, ${time(createdAt)}</p>
<article>
${html}
</article>`,
  )
}

function time(instant: string): string {
  return `<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Frond</title>
<link rel="stylesheet" href="/dev/mail/style.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}

/** Styles of both pages; light and dark follow the system. */
export const style = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f3, #121613);
  --paper: light-dark(#fff, #1a201c);
  --line: light-dark(#dde3dc, #2c352f);
  --ink: light-dark(#1c241f, #e6ece7);
  --quiet: light-dark(#58655c, #9aa89e);
  --leaf: light-dark(#1f7a45, #6fce95);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.6 Inter, system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.3; letter-spacing: -0.01em; overflow-wrap: anywhere; }
nav { margin-bottom: 1rem; }
a { color: var(--leaf); text-underline-offset: 0.2em; }
a:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px; border-radius: 4px; }
code { font-size: 0.9em; }
time, .about, .to, .empty { color: var(--quiet); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.about { margin: 0 0 1.5rem; }
.mails, article { margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.mails { list-style: none; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: 0.75rem 1rem; color: inherit; text-decoration: none; }
.mails a:hover { background: var(--ground); }
.mails a:focus-visible { outline-offset: -2px; }
.subject { font-weight: 600; }
.to { grid-column: 1; grid-row: 2; font-size: 0.875rem; }
.mails time { grid-column: 2; grid-row: 1 / span 2; align-self: center; font-size: 0.875rem; }
article { padding: 0.5rem 1.5rem; }
@media (max-width: 30rem) {
  .mails a { grid-template-columns: 1fr; }
  .mails time { grid-column: 1; grid-row: 3; }
}
`
