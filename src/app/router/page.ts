import type { ComponentType } from 'react'

/** Who a page is for. guest: a session is sent on. session: a guest is sent to sign-in. anyone: pages that mails link to. */
export type Access = 'guest' | 'session' | 'anyone'

/** A page's code: what to show, and where it has pages of its own, how the code of one of those is brought. */
export interface PageCode {
  readonly Screen: ComponentType
  bring?(pathname: string): Promise<unknown> | null
}

export type LoadPage = () => Promise<PageCode>

export interface Page {
  readonly access: Access
  readonly load: LoadPage
}

const loaded = new Map<LoadPage, PageCode>()

/** A page's code, once it is here. */
export function loadedPage(load: LoadPage): PageCode | undefined {
  return loaded.get(load)
}

/** Brings a page's code; null when it is here, so that the caller can go on in the same frame. */
export function bringPage(load: LoadPage): Promise<unknown> | null {
  return loaded.has(load) ? null : load().then((code) => loaded.set(load, code))
}
