import { useEffect } from 'react'
import type { Icon } from '../../ui/controls/Button'

/** An action of the current screen, for the command palette. */
export interface Command {
  readonly label: string
  readonly icon: Icon
  run(): void
}

let offered: readonly Command[] = []

/** The current screen's commands. */
export function offeredCommands(): readonly Command[] {
  return offered
}

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered = commands
    return () => {
      offered = []
    }
  })
}
