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
test('pictures are under 10 MB, videos are mp4 up to 30 MB, other files are refused', () => {
  expect([mediaKind('image/png'), mediaKind('video/mp4'), mediaKind('application/pdf')]).toEqual(['image', 'video', null])
  expect(refuseMedia({ name: 'a.mov', size: 1 }, 'video')).toBe('请上传.mp4类型的文件')
  expect(refuseMedia({ name: 'a.mp4', size: 30 * 1024 * 1024 + 1 }, 'video')).toBe('文件大小不能大于30M')
  expect(refuseMedia({ name: 'A.MP4', size: 30 * 1024 * 1024 }, 'video')).toBeNull()
  expect(refuseMedia({ name: 'a.png', size: 10 * 1024 * 1024 }, 'image')).toBe('图片大于10M!')
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
