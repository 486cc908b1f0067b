package backup

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"portfolio/api/database"
)

// rowWriter writes rows as JSON objects, a line each, whose members are the columns. A time is text in UTC; a text that
// is not UTF-8 is an object with its bytes in base64.
type rowWriter struct {
	out     *bufio.Writer
	encoder *json.Encoder
}

func newRowWriter(out io.Writer) *rowWriter {
	w := &rowWriter{out: bufio.NewWriterSize(out, 1<<16)}
	w.encoder = json.NewEncoder(w.out)
	w.encoder.SetEscapeHTML(false)
	return w
}

type base64Text struct {
	Bytes []byte `json:"base64"`
}

func (w *rowWriter) write(columns []string, values []any) error {
	row := make(map[string]any, len(columns))
	for i, value := range values {
		if text, ok := value.(string); ok && !utf8.ValidString(text) {
			value = base64Text{[]byte(text)}
		}
		if text, ok := value.([]byte); ok {
			value = base64Text{text}
		}
		row[columns[i]] = value
	}
	return w.encoder.Encode(row)
}

// readRows hands fn the rows of a table one after another, the values in the order of its columns.
func readRows(from io.Reader, table database.Table, fn func(values []any) error) error {
	decoder := json.NewDecoder(bufio.NewReaderSize(from, 1<<16))
	decoder.UseNumber()
	for {
		var row map[string]any
		err := decoder.Decode(&row)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(row) != len(table.Columns) {
			return fmt.Errorf("a row has %d columns, and the table %s has %d", len(row), table.Name, len(table.Columns))
		}
		values := make([]any, len(table.Columns))
		for i, column := range table.Columns {
			value, ok := row[column]
			if !ok {
				return fmt.Errorf("a row has no column %s", column)
			}
			if values[i], err = fromJSON(value); err != nil {
				return fmt.Errorf("column %s: %w", column, err)
			}
		}
		if err := fn(values); err != nil {
			return err
		}
	}
}

func fromJSON(value any) (any, error) {
	switch value := value.(type) {
	case json.Number:
		return value.Int64()
	case map[string]any:
		text, _ := value["base64"].(string)
		content, err := base64.StdEncoding.DecodeString(text)
		return string(content), err
	}
	return value, nil
}
