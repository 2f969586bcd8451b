import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import { adminEmail, adminPassword } from '../../../../src/tools/product'
import { noting } from '../browser'
import { demo } from '../demo'
import { openChromium } from './chromium'
import type { EngineWindow } from './engine'
import { openFirefox } from './firefox'
import { openWebKit } from './webkit'

export const engines: readonly { readonly name: string; readonly open: () => Promise<EngineWindow> }[] = [
  { name: 'Chromium', open: openChromium },
  { name: 'Firefox', open: openFirefox },
  { name: 'WebKit', open: () => openWebKit() },
]

/** Opens a window for each test of the calling block; after a failed test, its picture is in reports/engines. */
export function useWindow(open: () => Promise<EngineWindow>): () => EngineWindow {
  let window: EngineWindow | undefined
  beforeEach(async () => {
    window = await open()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      mkdirSync('reports/engines', { recursive: true })
      const test = `${task.suite?.name} ${task.name}`.replaceAll(/[^\w]+/g, '-').slice(0, 80)
      // A broken window has no picture; the test's own failure is reported either way.
      await window?.photograph(`reports/engines/${test}.png`).catch(noting(test))
    }
    await window?.close()
    window = undefined
  })
  return () => {
    if (window === undefined) throw new Error('The window is opened before each test, not while the file is read')
    return window
  }
}

/** Fills in the sign-in page and waits for the dashboard. */
export async function signIn(window: EngineWindow): Promise<void> {
  await window.open(`${(await demo()).origin}/sign-in`)
  await window.fill('Email', adminEmail)
  await window.fill('Password', adminPassword)
  await window.click('button', 'Login')
  await window.see('heading', 'Dashboard')
}
