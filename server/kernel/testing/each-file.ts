import { readFile } from 'node:fs/promises'
import { afterAll } from 'vitest'
import { cleanUp, testEngine } from './harness.ts'

// Read again for every test file, while the modules it imports stay: a hook registered by one of them would belong to the first file alone.
afterAll(cleanUp)

const ofProcess = globalThis as { compiledPglite?: WebAssembly.Module }
// While one thread holds the compiled PGlite, every later one takes its machine code as it is instead of compiling and optimizing anew.
if (testEngine === 'pglite')
  ofProcess.compiledPglite ??= await WebAssembly.compile(
    await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  )
