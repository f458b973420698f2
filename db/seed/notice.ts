import { addMenus } from './added.ts'
import type { Seed } from './index.ts'

/** The inbox in the sidebar of everybody. */
export const noticeSeed: Seed = {
  name: 'notice menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'notice menu', [
      {
        name: '消息中心',
        url: '/work/notice',
        icon: 'bell',
        roles: ['enterprise', 'individual', 'front', 'dept', 'editor', 'leader', 'sysadmin', 'secadmin', 'auditor'],
      },
    ]),
}

/** Everybody's own account: the number that text messages go to. */
export const accountSeed: Seed = {
  name: 'account menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'account menu', [
      {
        name: '账号设置',
        url: '/work/account',
        icon: 'user',
        roles: ['enterprise', 'individual', 'front', 'dept', 'editor', 'leader', 'sysadmin', 'secadmin', 'auditor', 'finance'],
        sort: 1000,
      },
    ]),
}

/** Favourites of readers, and what they think of policies for who writes them. */
export const followSeed: Seed = {
  name: 'follow menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'follow menu', [
      { name: '我的收藏', url: '/work/mycollect', icon: 'star', roles: ['enterprise', 'individual'] },
      { name: '政策评价', url: '/work/assessPolicy', icon: 'policy', roles: ['editor', 'leader'], folder: '政策管理' },
    ]),
}
