import { expect, test } from 'vitest'
import { withinFrame } from './frame.ts'

test.each([
  ['/zzd/login?redirect=%2Fwork%2Fmenu', '/zzd/login?redirect=%2Fwork%2Fmenu'],
  ['/login', '/zzd/home'],
  ['/zzdx', '/zzd/home'],
  ['https://other.example/zzd/home', '/zzd/home'],
  ['//other.example/zzd/home', '/zzd/home'],
])('a frame that is sent to %s opens %s', (target, opened) => {
  expect(withinFrame(target, 'https://qifu.example/zzd/home')).toBe(opened)
})
