import { afterAll } from 'vitest'
import { cleanUp } from './harness.ts'

// Read again for every test file, while the modules it imports stay: a hook registered by one of them would belong to the first file alone.
afterAll(cleanUp)
