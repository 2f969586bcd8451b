import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

/** An import of one module, or of a package, by another module. */
export interface Import {
  /** Path below the checkout, with forward slashes: `src/api/api.ts`. */
  readonly from: string
  /** Path of the imported module, or the package's name. */
  readonly to: string
  readonly isPackage: boolean
  /** Whether compilation removes it: `import type`, or only types among its names. */
  readonly typeOnly: boolean
}

const source = /\.tsx?$/

/** Lists every TypeScript file below the folders. */
export function sourceFiles(folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name).replaceAll('\\', '/'))
        .filter((path) => source.test(path) && statSync(path).isFile()),
    )
}

/** Lists the imports in a file's text: type-only imports, re-exports and dynamic imports included. */
export function importsOf(file: string, text = readFileSync(file, 'utf8')): Import[] {
  const { module, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    request: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ request: moduleRequest.value, typeOnly: isType }] : [])),
  )
  const dynamics = module.dynamicImports.map(({ moduleRequest }) => ({
    request: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    typeOnly: false,
  }))
  // The parser does not count `import('x').T` in a type as an import.
  const inTypes = [...text.matchAll(/\bimport\('([^']+)'\)\./g)].flatMap(([, request]) =>
    request ? [{ request, typeOnly: true }] : [],
  )
  return [...statics, ...exports, ...dynamics, ...inTypes].map(({ request, typeOnly }) => ({
    ...resolve(file, request),
    typeOnly,
  }))
}

function resolve(from: string, request: string): Omit<Import, 'typeOnly'> {
  if (!request.startsWith('.') && !request.startsWith('/')) return { from, to: packageName(request), isPackage: true }
  const path = request.startsWith('/') ? request.slice(1) : normalize(join(dirname(from), request)).replaceAll('\\', '/')
  const bare = path.replace(/\?.*$/, '')
  const found = [bare, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`].find((candidate) => isFile(candidate))
  return { from, to: found ?? bare, isPackage: false }
}

function packageName(request: string): string {
  return request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Lists the circles of modules that import one another, types included, each as the path around it. */
export function cycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to, isPackage } of imports) if (!isPackage) targets.set(from, [...(targets.get(from) ?? []), to])
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (module: string, trail: readonly string[]): void => {
    const start = trail.indexOf(module)
    if (start >= 0) found.push([...trail.slice(start), module])
    if (start >= 0 || done.has(module)) return
    for (const next of targets.get(module) ?? []) visit(next, [...trail, module])
    done.add(module)
  }
  for (const module of targets.keys()) visit(module, [])
  return found
}
