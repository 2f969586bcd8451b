// Functions that the model's tests run in a page before its own scripts.

/** Runs in the page: reports the steps of a machine as the inspector's recorder does. */
export function watchMachine(machine: string): void {
  interface Steps {
    readonly type: string
    readonly actor: { readonly machine: string }
    readonly entries: readonly unknown[]
  }
  const report = Reflect.get(window, 'frondTestStep') as (entry: unknown) => void
  new BroadcastChannel('frond.inspector').addEventListener('message', ({ data }: MessageEvent<Steps>) => {
    if (data.type === 'steps' && data.actor.machine === machine) data.entries.forEach((entry) => report(entry))
  })
}

/** Runs in the page before Playwright installs its clock: keeps the real requestAnimationFrame for `drawOn`. */
export function keepDrawing(): void {
  Object.assign(globalThis, { frondTestFrame: requestAnimationFrame })
}

/** Runs in the page after that: restores requestAnimationFrame, so that the page goes on drawing while its time stands. */
export function drawOn(): void {
  globalThis.requestAnimationFrame = (Reflect.get(globalThis, 'frondTestFrame') as typeof requestAnimationFrame).bind(globalThis)
}
