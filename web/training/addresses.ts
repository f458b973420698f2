export const PROPAGANDA = '/page/propaganda'
export const EVENTS = '/page/propagandaEventsList'
export const activityPath = (id: number): string => `/page/propagandaDetails?id=${id}`
export const infoPath = (id: number): string => `/page/propagandaDetails?type=info&id=${id}`
/** Address of the activity's calendar file. */
export const calendarPath = (id: number): string => `/train/activity/ics?id=${id}`
/** The screen whose document may use the camera (server/training/index.ts). */
export const TRAIN_ACTIVE = '/work/trainActive'
export const deskPath = (id: number): string => `${TRAIN_ACTIVE}?desk=${id}`
