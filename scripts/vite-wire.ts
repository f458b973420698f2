import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFileSync, statSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { WireEndpoint } from '../contract/wire.ts'

interface Options {
  root: string
  /** importers (absolute paths) that get the whole contract with its schemas */
  whole: (importer: string) => boolean
}

const VIEW = '\0contract-wire:'

/**
 * Public screens may import a domain's endpoints without the schema library: for the browser an endpoint is replaced by its method, path
 * and encoding. Plain values of the contract stay; schemas and functions are removed (the build then names the missing export).
 */
export function contractWire({ root, whole }: Options): Plugin {
  const contract = resolve(root, 'contract')
  const isPlain = plainness(contract)
  return {
    name: 'contract-wire',
    enforce: 'pre',
    resolveId(source, importer) {
      if (this.environment.name !== 'client' || !importer || !source.startsWith('.') || !source.endsWith('.ts')) return
      const from = importer.split('?', 1)[0] ?? ''
      if (from.startsWith('\0') || from.startsWith(contract) || whole(from)) return
      const file = resolve(from, '..', source)
      if (!file.startsWith(`${contract}/`) || isPlain(file)) return
      return VIEW + file
    },
    async load(id) {
      if (!id.startsWith(VIEW)) return
      const file = id.slice(VIEW.length)
      this.addWatchFile(file)
      const exported = (await import(`${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`)) as Record<string, unknown>
      return (
        Object.entries(exported)
          .flatMap(([name, value]) => {
            const view = wireView(value)
            return view === undefined ? [] : [`export const ${name} = /* ${basename(file)} */ ${JSON.stringify(view)}`]
          })
          .join('\n') || 'export {}'
      )
    },
  }
}

/**
 * Files of the contract that use the schema library neither directly nor through other files. They may contain functions, and pages get
 * them whole.
 */
function plainness(contract: string): (file: string) => boolean {
  const known = new Map<string, boolean>()
  const isPlain = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    known.set(file, true) // files that import each other
    const plain = valueImports(readFileSync(file, 'utf8')).every((source) =>
      source.startsWith('.') ? isPlain(resolve(file, '..', source)) : source !== 'zod',
    )
    known.set(file, plain)
    return plain
  }
  return (file) => file.startsWith(`${contract}/`) && isPlain(file)
}

/** The files whose values a file imports or re-exports; types do not count. */
const valueImports = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export) (?!type\b)(?:([^'"\n]*|\{[^}]*\}) from )?'([^']+)'/gm)].flatMap(([, names = '', source = '']) =>
    names.startsWith('{')
    && names
      .slice(1, -1)
      .split(',')
      .every((name) => !name.trim() || name.trim().startsWith('type '))
      ? []
      : [source],
  )

/** undefined: the value is not passed to the browser. */
function wireView(value: unknown): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
  if (typeof value !== 'object') return undefined
  if (isEndpoint(value)) {
    const { method, path, as, blob, passive } = value
    return { method, path, as, ...(blob ? { blob: true } : {}), ...(passive ? { passive: true } : {}) }
  }
  if (isSchema(value)) return undefined
  if (Array.isArray(value)) {
    const list = value.map(wireView)
    return list.some((v) => v === undefined) ? undefined : list
  }
  const entries = Object.entries(value).map(([k, v]) => [k, wireView(v)] as const)
  return entries.some(([, v]) => v === undefined) ? undefined : Object.fromEntries(entries)
}
const isEndpoint = (v: object): v is WireEndpoint => 'method' in v && 'path' in v && 'as' in v
const isSchema = (v: object) => '_zod' in v || '_def' in v || (Object.getPrototypeOf(v) !== Object.prototype && !Array.isArray(v))
