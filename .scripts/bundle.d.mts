import type { Plugin, Rolldown } from 'vite'

export const slimFormik: Plugin
export const slimMachine: Plugin
export const chunkGroups: Rolldown.CodeSplittingGroup[]
