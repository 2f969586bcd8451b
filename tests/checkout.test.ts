import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('the lock file', () => {
  it('names the packages of every platform, or npm ci refuses it', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { readonly optionalDependencies?: Record<string, string> }>
    }
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    const known = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''))
    // When this fails after an install, run `node .scripts/lock.mjs`.
    expect(wanted.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the top level', () => {
  it('contains nothing unexpected', () => {
    const house = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'deploy',
      'index.html',
      'machines',
      'package-lock.json',
      'package.json',
      'src',
      'tests',
      'tsconfig.json',
      'vite.config.ts',
    ]
    const made = ['data', 'dist', 'node_modules', 'reports']
    expect(readdirSync('.').filter((name) => !name.startsWith('.') && !house.includes(name) && !made.includes(name))).toEqual([])
  })
})

describe('the page', () => {
  it('is first painted once the sign-in form has been parsed', () => {
    const page = readFileSync('index.html', 'utf8')
    const awaited = /<link rel="expect" blocking="render" href="#(\w+)" \/>/.exec(page)?.[1]
    expect(page.indexOf(`<template id="${awaited}">`)).toBeGreaterThan(page.indexOf('<div id="root">'))
  })
})

describe('a command beside a server that runs from the same folder', () => {
  it.each(['backup', 'admin'])('%s builds nothing where its program is built', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'frond-checkout-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    cpSync('.scripts', join(folder, '.scripts'), { recursive: true })
    // The source is another one than that of the build, as after a git pull.
    mkdirSync(join(folder, 'dist', 'server'), { recursive: true })
    writeFileSync(join(folder, 'dist', 'server', `${name}.js`), "console.log('as it was built')")
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, '.scripts/program.mjs'), name], { encoding: 'utf8' })
    expect(stdout + stderr).toBe('as it was built\n')
  })
})
