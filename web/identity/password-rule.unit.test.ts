import { expect, test } from 'vitest'
import { newPasswordFault } from './password-rule.ts'

test('M032 M034 K011 K012 V001: the browser refuses a new password as the server does', () => {
  expect(newPasswordFault('')).toBe('请输入新密码')
  for (const weak of ['Ab1!xyz', 'Abcdefg1', '12345678!', 'Abcdefg!', 'Abcdef1-', 'Abcdef1（'])
    expect(newPasswordFault(weak)).toBe('不符合密码复杂度，密码至少8位且包含数字，字母和特殊符号')
  for (const special of '~!@#$%^&*') expect(newPasswordFault(`Abcdef1${special}`)).toBeUndefined()
})
