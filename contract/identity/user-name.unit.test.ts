import { expect, it } from 'vitest'
import { generatedUserName, userNameInWords } from './user-name.ts'

it('a generated user name is not shown; a chosen one that only looks similar is', () => {
  expect(userNameInWords(generatedUserName('da53749556c1f528312f'))).toBe('统一登录账号（没有单独的用户名）')
  for (const chosen of ['front1', 'sso-front1', 'sso-', 'da53749556c1f528312f']) expect(userNameInWords(chosen)).toBe(chosen)
})
