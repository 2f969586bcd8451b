import { useEffect } from 'react'
import type { Icon } from '../../ui/controls/Button'

/** Something that the screen at hand can do, for the command palette. */
export interface Command {
  readonly label: string
  readonly icon: Icon
  run(): void
}

let offered: readonly Command[] = []

/** What the screen at hand offers now. */
export function offeredCommands(): readonly Command[] {
  return offered
}

/** Offers commands as long as the screen is there. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered = commands
    return () => {
      offered = []
    }
  })
}
