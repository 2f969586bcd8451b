import type { Plugin } from 'vite'

/** Answers `virtual:session-chart` and `virtual:session-machine`. */
export const sessionChart: Plugin
