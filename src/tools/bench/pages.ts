// Serves what the bench compares with the product: plain HTML pages of the same steps, React alone, and all libraries in one file.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

const style = `<style>body{font:14px system-ui;margin:2rem}table{border-collapse:collapse;width:100%}td,th{padding:.5rem;border-bottom:1px solid #ccc;text-align:left}</style>`
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${style}</head><body>${body}</body></html>`
const menu = '<nav><a href="/dashboard">Dashboard</a> <a href="/list">Gateways</a></nav>'
const field = (name: string, label: string): string => `<p><label>${label}<br><input name="${name}"></label></p>`

/** Twenty-five rows with the columns of the list of gateways. */
function list(offset: number): string {
  const row = (n: number): string =>
    `<tr><th>Gateway ${n + offset}</th><td>24FE9AFFFE00${String(1000 + n)}</td><td>GW-${n}</td><td>Online</td><td>2 minutes ago</td><td>1.4.${n}</td><td>${n % 9}</td></tr>`
  const head = ['Name', 'EUI', 'Serial number', 'State', 'Last seen', 'Firmware', 'Sensors']
    .map((name) => `<th><a href="/sorted">${name}</a></th>`)
    .join('')
  const rows = Array.from({ length: 25 }, (_, n) => row(n)).join('')
  return page(
    'Gateways',
    `${menu}<h1>Gateways</h1><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table><a href="/next">Next page</a> <a href="/form">New gateway</a>`,
  )
}

const plain = {
  '/sign-in': page(
    'Sign in',
    `<h1>Sign in</h1><form action="/dashboard">${field('email', 'Email')}${field('password', 'Password')}<button>Login</button></form>`,
  ),
  '/dashboard': page(
    'Dashboard',
    `${menu}<h1>Dashboard</h1><dl>${['Users', 'Gateways', 'Sensors', 'Datapoints', 'Plants'].map((name) => `<dt>${name}</dt><dd>42</dd>`).join('')}</dl>`,
  ),
  '/list': list(0),
  '/sorted': list(100),
  '/next': list(200),
  '/form': page(
    'New gateway',
    `${menu}<h1>New gateway</h1><form>${['name', 'eui', 'serialNumber', 'description', 'latitude', 'longitude'].map((name) => field(name, name)).join('')}</form>`,
  ),
}

/** Starts the server; `origin` to reach it, `close` to end it. */
export async function servePages(floors: Readonly<Record<string, string>>): Promise<{ origin: string; close(): void }> {
  const script = (name: string): string => page(name, `<div id="root"></div><script type="module" src="/${name}.js"></script>`)
  const answers = new Map(
    Object.entries(plain).map(([path, html]) => [path, { type: 'text/html', body: brotliCompressSync(html) }]),
  )
  for (const [name, code] of Object.entries(floors)) {
    answers.set(`/${name}`, { type: 'text/html', body: brotliCompressSync(script(name)) })
    answers.set(`/${name}.js`, { type: 'text/javascript', body: brotliCompressSync(code) })
  }
  const server = createServer((request, response) => {
    const answer = answers.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (answer === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': answer.type, 'content-encoding': 'br', 'cache-control': 'no-store' })
        .end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
