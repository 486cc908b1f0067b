import { CvPage } from '../../features/cv/cv-page'

export default CvPage
