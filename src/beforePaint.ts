// Runs before the first paint: sets the theme, selects the prerendered look that fits, shows Passkey where it is offered, hides the link to
// the sign-up where registration is closed, and preloads the code of the address's page. Keeps the press of a form's button until the console
// runs. vite.config.ts puts it into index.html, because a file of its own would delay the paint.

/** The files to preload by the name of their chunk, written into the page by .scripts/build.mjs; empty in development. */
declare const FILES_OF_CHUNKS: Readonly<Record<string, readonly string[]>>

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns a setting that the server wrote into the page. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=frond-${name}]`)?.content ?? ''
}

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

function prepare(path: string): void {
  const root = document.documentElement
  const theme = /(?:^|; )frond\.theme=(light|dark)/.exec(document.cookie)?.[1]
  if (theme !== undefined) root.dataset['theme'] = theme
  const isPage = path === '/' || /^\/pages(\/|$)/.test(path)
  const isSignedIn = stored('token') !== null
  const isKnown = isPage || /^\/sign-(in|up)$/.test(path)
  const guestsLook = isPage || path === '/sign-in' ? 'sign-in' : 'blank'
  const usersLook = isKnown ? 'shell' : 'blank'
  root.dataset['start'] = isSignedIn ? usersLook : guestsLook
  // Offered where the server has them and the browser too, on HTTPS or localhost. A button that appeared later would move those beside it.
  if (setting('passkeys') !== '' && isSecureContext && 'PublicKeyCredential' in window) root.dataset['passkeys'] = ''
  if (setting('registration') === 'closed') root.dataset['closed'] = ''
  const isRecorded = setting('inspector') !== '' && path !== '/inspector'
  const chunks = [...(isRecorded ? ['recorder'] : []), ...(isSignedIn && isKnown ? chunksOf(path) : [])]
  const files = FILES_OF_CHUNKS
  for (const file of chunks.flatMap((chunk) => files[chunk] ?? [])) preload(file)
}

/** The chunks that a signed-in user's page needs. */
function chunksOf(path: string): string[] {
  const area = /^\/pages\/(?!dashboard)[a-z-]+(\/.+)?/.exec(path)
  if (area === null) return ['calls', 'inside']
  if (area[1] === undefined) return ['calls', 'inside', 'areas']
  const isForm = /\/(new|edit)$/.test(path)
  return ['calls', 'inside', 'areas', 'forms', ...(isForm ? [] : ['later', 'details'])]
}

prepare(location.pathname)

// The button looks busy. `Form` submits once it can, unless the first page is shown already.
addEventListener('submit', ({ submitter }) => {
  if ('start' in document.documentElement.dataset) submitter?.setAttribute('data-pressed', '')
})
