import { expect, site, test } from '../test.ts'

test('only the page of the desk may use the camera, and only over its own document', async ({ request }) => {
  const said = async (path: string) => (await request.get(site.url + path, { headers: { accept: 'text/html' }, maxRedirects: 0 })).headers()
  expect((await said('/work/trainActive'))['permissions-policy']).toMatch(/^camera=\(self\),.*geolocation=\(\)/)
  for (const path of ['/work/myRelease', '/work/enterprise', '/page/propaganda', '/page/home', '/train/activity/list', '/nothing'])
    expect((await said(path))['permissions-policy'], path).toMatch(/^camera=\(\),/)
  // Without MEDIA_HOSTS no page plays media of others.
  expect((await said('/page/propaganda'))['content-security-policy']).toContain("media-src 'self' blob:;")
})
