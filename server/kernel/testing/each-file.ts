import { readFile } from 'node:fs/promises'
import { afterAll } from 'vitest'
import { noteAnswered } from './answered.ts'
import { cleanUp, testEngine } from './harness.ts'

// This file is evaluated for every test file, but the modules that it imports only once: a hook registered in one of them would apply to
// the first test file only.
afterAll(cleanUp)

const ofProcess = globalThis as { compiledPglite?: WebAssembly.Module; notesAnswered?: () => void }
if (process.env.QIFU_ANSWERED) ofProcess.notesAnswered ??= noteAnswered(process.env.QIFU_ANSWERED)
// While one thread keeps the compiled PGlite, later threads reuse its machine code instead of compiling again.
if (testEngine === 'pglite')
  ofProcess.compiledPglite ??= await WebAssembly.compile(
    await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  )
