import { trainPeopleSeed, trainRoleSeed } from '../training-desk.ts'
import { addOnce } from '../added.ts'
import type { Seed } from '../index.ts'

/** Added with reports and live sessions, for older data folders. */
const liveDeskSeed: Seed = {
  name: 'live desk',
  demoOnly: false,
  run: (k) =>
    addOnce(k, 'live desk', {
      menus: [{ name: '直播管理', url: '/work/live', icon: 'project', roles: ['editor', 'operator', 'leader'], folder: '内容管理' }],
    }),
}

export const seeds: readonly Seed[] = [liveDeskSeed, trainRoleSeed, trainPeopleSeed]
