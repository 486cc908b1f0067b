export { minimalTexts } from '../../../ssg/testing/minimal'
