import { expect, test } from 'vitest'
import { plainText } from '../form/editor-styles.ts'
import { mediaFailure, mediaKind, refuseMedia } from './rich-text-upload.ts'
import { storedKey, storedSource } from '../upload/stored-source.ts'

const refusal = Object.assign(new Error('视频已损坏或不完整，无法播放'), { code: 'INVALID' })
test('M079 M080: a refused picture and a lost one have their own texts', () => {
  expect(mediaFailure('image', refusal)).toEqual({ text: '图片上传失败', reason: '视频已损坏或不完整，无法播放' })
  for (const lost of [Object.assign(new Error('x'), { code: 'NO_RESPONSE' }), new Error('x'), null])
    expect(mediaFailure('image', lost)).toEqual({ text: '出现未知问题，刷新页面，或者联系程序员', reason: null })
})
test('M090: a video has one text, with the server’s reason below it', () => {
  expect(mediaFailure('video', refusal)).toEqual({ text: '视频上传失败', reason: '视频已损坏或不完整，无法播放' })
  expect(mediaFailure('video', new Error('x'))).toEqual({ text: '视频上传失败', reason: null })
})
test('pictures are under 10 MB, videos are mp4 up to 30 MB, of trainings up to 200 MB, other files are refused', () => {
  const refuse = (name: string, size: number, kind: 'image' | 'video', manages = false) => refuseMedia({ name, size }, kind, () => manages)
  const MB = 1024 * 1024
  expect([mediaKind('image/png'), mediaKind('video/mp4'), mediaKind('application/pdf')]).toEqual(['image', 'video', null])
  expect(refuse('a.mov', 1, 'video')).toBe('请上传.mp4类型的文件')
  expect(refuse('a.mp4', 30 * MB + 1, 'video')).toBe('文件大小不能大于30M')
  expect(refuse('A.MP4', 30 * MB, 'video')).toBeNull()
  expect(refuse('a.mp4', 200 * MB, 'video', true)).toBeNull()
  expect(refuse('a.mp4', 200 * MB + 1, 'video', true)).toBe('文件大小不能大于200M')
  expect(refuse('a.png', 10 * MB, 'image', true)).toBe('图片大于10M!')
  expect(refuse('a.png', 10 * MB, 'image')).toBe('图片大于10M!')
})
test('a text with only a picture or a video is not empty', () => {
  expect(plainText('<p></p><video src="/x"></video>')).not.toBe('')
  expect(plainText('<p><img src="/x"></p>')).not.toBe('')
  expect(plainText('<p> &nbsp;</p>')).toBe('')
})
test('the address of a stored file gives its key', () => {
  expect(storedKey(storedSource('ab12'))).toBe('ab12')
  expect(storedKey('/files/download?filePath=ab12&inline=true')).toBe('ab12')
  expect(storedKey('https://a.example/x.png')).toBeNull()
})
