import type { Uploader } from './extra'

/** Sends a form by XMLHttpRequest, because `fetch` reports no upload progress. Rejects when aborted, disconnected or redirected. */
export const sendForm: Uploader = (address, { method, headers, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new Error('The request was not answered'))
    const abort = () => request.abort()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('load', () => (isFrom(request, address) ? resolve(responseOf(request)) : fail()))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    if (signal.aborted) fail()
    else {
      signal.addEventListener('abort', abort)
      request.send(body)
    }
  })

/** Whether the answer came from the requested address, without a redirect. */
function isFrom({ responseURL }: XMLHttpRequest, address: string): boolean {
  return responseURL === new URL(address, document.baseURI).href
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const lines = request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line.includes(':'))
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  return new Response(status === 204 || status === 205 ? null : responseText, { status, headers })
}
