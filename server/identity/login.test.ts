import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { getChallenge, logIn } from '../kernel/testing/people.ts'
import { seal } from '../../web/identity/envelope.ts'

const CAPTCHA = 't3st'
const PASSWORD = 'Qifu@2026'
const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => { t = await testApp({ clock }) })

describe('log in', () => {
  it('gives a session to the right password', async () => {
    const { status, body } = await logIn(t.http, 'qy1', PASSWORD, CAPTCHA)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: { token: expect.stringMatching(/^[\w-]{43}$/), refreshToken: expect.stringMatching(/^[\w-]{43}$/) } })
    const info = await t.as('qy1').get('/sys/activeUser/info')
    expect(info.body.data.user).toMatchObject({ userName: 'qy1', type: 'QY' })
  })
})
