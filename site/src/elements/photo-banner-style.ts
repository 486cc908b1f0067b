import './photo-banner.css'
