export { askSecondStep, enrolAtLogIn, secondStep } from './log-in.ts'
export { beginOwnFactor, disableFactor, enableFactor, ownFactor, renewCodes } from './own.ts'
export { removeFactorByName, resetFactor } from './reset.ts'
