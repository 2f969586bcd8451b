import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

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
      'stylelint.config.mjs',
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
