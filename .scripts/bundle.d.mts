import type { Alias, Plugin, Rolldown } from 'vite'

export const slimComponents: Plugin
export const slimFormik: Plugin
export const slimMachine: Plugin
export const sureImports: Plugin
export const fileNames: Pick<Rolldown.OutputOptions, 'entryFileNames' | 'chunkFileNames' | 'assetFileNames'>
export const leanPackages: Alias[]
export const chunkGroups: Rolldown.CodeSplittingGroup[]
