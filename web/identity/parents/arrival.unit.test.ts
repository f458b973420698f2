import { expect, test } from 'vitest'
import { platformArrival, zzdArrival } from './arrival.ts'

test('浙政钉 sends accountId, token and name; without a token there is no sign-in', () => {
  expect(zzdArrival('?accountId=A1&token=T1&name=%E7%8E%8B%E8%8A%B3&x=1')).toMatchObject({
    endpoint: { path: '/sys/activeUser/loginByZzdAccountId', method: 'POST' },
    input: { body: { accountId: 'A1', token: 'T1', name: '王芳' } },
  })
  expect(zzdArrival('?token=T1&redirect=%2Fwork%2Fcheckmanage')).toMatchObject({
    input: { body: { token: 'T1' } },
    redirect: '/work/checkmanage',
  })
  expect(zzdArrival('?accountId=A1&name=x')).toBeNull()
})

test('a ticket is sent to the endpoint of its platform, with its state', () => {
  expect(platformArrival('?from=zml&ticket=T&state=S&redirect=%2Fwork%2Fmypolicy')).toEqual({
    endpoint: expect.objectContaining({ path: '/sys/activeUser/zmlLogin', method: 'GET' }),
    input: { query: { ticket: 'T', state: 'S' } },
    redirect: '/work/mypolicy',
  })
  expect(platformArrival('?from=szjj&ticket=T&state=S')).toMatchObject({ input: { body: { ticket: 'T', state: 'S' } }, redirect: null })
  expect(platformArrival('?from=other&ticket=T')).toBeNull()
  expect(platformArrival('?from=zml')).toBeNull()
})
