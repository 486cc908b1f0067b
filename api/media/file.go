package media

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize"

	"portfolio/api/apperror"
	"portfolio/api/storedfiles"
)

// ReceiveFile reads r to its end into a temporary file. It returns an *apperror.Error when there are no bytes or more than limit,
// in which what names the file; r's own error, wrapped, when r fails. The caller closes the file.
func (l *Library) ReceiveFile(r io.Reader, limit int64, what string) (_ *storedfiles.Temporary, err error) {
	file, err := l.newTemporary()
	if err != nil {
		return nil, fmt.Errorf("receive a %s: %w", what, err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	// One byte more than allowed tells a file of just the limit from a larger one.
	size, err := io.Copy(file, io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("receive a %s: %w", what, err)
	case size > limit:
		return nil, apperror.TooLarge(fmt.Sprintf("The %s is larger than the %s that are accepted.", what, humanize.IBytes(uint64(limit))))
	case size == 0:
		return nil, invalid("The submitted file is empty.", nil)
	}
	return file, nil
}
