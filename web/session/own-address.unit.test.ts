import { describe, expect, test } from 'vitest'
import { loginAddress, ownAddress } from './own-address.ts'

const here = 'https://qifu.example/login'

describe('the return address of a sign-in (O-02)', () => {
  test.each([
    '//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '///evil.example',
    '/\t/\t/evil.example',
    'https://evil.example',
    'http:evil.example',
    'HTTPS://EVIL.EXAMPLE/work',
    'http://qifu.example/work',
    'https://qifu.example.evil.example',
    'https://qifu.example@evil.example',
    'https://evil@qifu.example/work',
    'https://qifu.example:8443/work',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://qifu.example/1',
    'ftp://qifu.example/',
    '//qifu.example@evil.example/',
    'https://[::1',
    '',
    '/login',
    '/login/?redirect=%2F%09%2Fevil.example',
    '/login?redirect=%2Flogin%3Fredirect%3D%252F%252Fevil.example',
  ])('%j leads nowhere', (target) => {
    expect(ownAddress(target, here)).toBeNull()
  })
  test.each([
    ['/work/myProject?page=2#a', '/work/myProject?page=2#a'],
    ['https://qifu.example/work', '/work'],
    // With the same scheme, a browser also reads it as a path.
    ['https:evil.example', '/evil.example'],
    ['/login?redirect=%2Fwork%2FmyProject', '/work/myProject'],
    ['/login?redirect=%2Flogin%3Fredirect%3D%252Fwork%253Fa%253D1', '/work?a=1'],
    ['/page/search?q=//evil.example', '/page/search?q=//evil.example'],
  ])('%j leads to %s', (target, address) => {
    expect(ownAddress(target, here)).toBe(address)
  })
  test('the address of the sign-in is never nested', () => {
    const once = loginAddress('/work/notice?kind=work', here)
    expect(once).toBe('/login?redirect=%2Fwork%2Fnotice%3Fkind%3Dwork')
    expect(loginAddress(once, here)).toBe(once)
    expect(loginAddress('//evil.example', here)).toBe('/login')
  })
})
