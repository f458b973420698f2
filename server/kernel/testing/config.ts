import pino from 'pino'
import { loadConfig, type Config } from '../config.ts'
import { PREPARED_SECRET } from './prepared.ts'

/** Silent, unless TEST_LOG names a level. */
export const testLog = pino({ level: process.env.TEST_LOG ?? 'silent' })

/** The configuration of every test: demo mode with a fixed secret, because the template's encrypted columns must be readable in its copies. */
export const testConfig = (dataDir: string, overrides: NodeJS.ProcessEnv = {}): Config =>
  loadConfig({
    DEMO: '1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SECRET_KEY: PREPARED_SECRET,
    DEMO_CAPTCHA: 't3st',
    // Most tests need a published policy, not its review; tests of the review set it to 1.
    POLICY_REVIEW: '0',
    ...overrides,
  })
